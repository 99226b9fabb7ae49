import sharp from 'sharp';

// One thread is enough, because the process draws a single picture.
sharp.concurrency(1);
sharp.cache(false);

// Kills the process, because a drawing may never end, and its thread would block an orderly exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', async ({ svg, height, pixelsMax }) => {
  try {
    const png = await sharp(Buffer.from(svg), { density: 300, limitInputPixels: pixelsMax })
      .resize({ height })
      .png()
      .toBuffer();
    process.send({ png });
  } catch (error) {
    process.send({ problem: String(error.message) });
  }
});

process.send('ready');
