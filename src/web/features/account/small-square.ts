const side = 384;

/**
 * Returns the middle of a picture as a small square JPEG in a data URL, so that photos of any phone
 * can be uploaded.
 */
export async function smallSquare(file: File): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const edge = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas available');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.drawImage(
    picture,
    (picture.width - edge) / 2,
    (picture.height - edge) / 2,
    edge,
    edge,
    0,
    0,
    side,
    side,
  );
  return canvas.toDataURL('image/jpeg', 0.82);
}
