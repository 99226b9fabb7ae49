import sharp from 'sharp';

import { expect, open, test, toasts } from './fixtures';
import { avatar, signUp } from './people';

/** Returns a picture above the maximum size of a request body. The browser scales it down. */
async function largePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 900, height: 600, channels: 3, background: '#000', noise } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  expect(buffer.length).toBeGreaterThan(100 * 1024);
  return buffer;
}

test('the account page scales a profile picture down in the browser and shows it in the menu', async ({
  page,
  context,
  sql,
}) => {
  const person = await signUp(context);
  await open(page, '/account');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a picture' }).click(),
  ]);
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await largePicture() });
  await expect(toasts(page)).toContainText('Your picture was changed.');
  const [row] = await sql`select profile_image_url as url from users where email = ${person.email}`;
  const answer = await context.request.get(row?.url);
  const { width, height } = await sharp(await answer.body()).metadata();
  expect({ width, height }).toEqual({ width: 384, height: 384 });
  const face = avatar(page).locator('img');
  const isLoaded = (img: HTMLImageElement) => img.complete && img.naturalWidth > 0;
  await expect.poll(() => face.evaluate(isLoaded)).toBe(true);
});
