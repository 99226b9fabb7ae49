/** Joins the lines of a flowed text (RFC 3676) to paragraphs; quotations of each depth stay apart. */
export function unflow(text: string, isSpaceAdded: boolean): string {
  const paragraphs: string[] = [];
  let pieces: string[] = [];
  let depthBefore = -1;
  const end = (depth: number) => {
    if (pieces.length > 0)
      paragraphs.push((depth > 0 ? `${'>'.repeat(depth)} ` : '') + pieces.join(''));
    pieces = [];
  };
  for (const line of text.split('\n')) {
    let depth = 0;
    while (line[depth] === '>') depth++;
    const content = line[depth] === ' ' ? line.slice(depth + 1) : line.slice(depth);
    const isDelimiter = content === '-- ';
    if (pieces.length > 0 && (depth !== depthBefore || isDelimiter)) end(depthBefore);
    depthBefore = depth;
    const isSoft = content.endsWith(' ') && !isDelimiter;
    pieces.push(isSoft && isSpaceAdded ? content.slice(0, -1) : content);
    if (!isSoft) end(depth);
  }
  end(depthBefore);
  return paragraphs.join('\n');
}
