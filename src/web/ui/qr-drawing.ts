import { generate } from 'lean-qr';

/** Width of the white margin around the code, in modules, which scanners need. */
const margin = 4;

/** Returns a QR code as one path, in a square of `side` modules. */
export function drawQrCode(text: string): { side: number; path: string } {
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) path += `M${x + margin} ${y + margin}h1v1h-1z`;
    }
  }
  return { side: code.size + 2 * margin, path };
}
