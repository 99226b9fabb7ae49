// Loaded into the product under test with --import: a clock that can be moved, and figures about its memory.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const folder = process.env.TORTURE_FOLDER;
const RealDate = Date;
let offsetMs = 0;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offsetMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + offsetMs;
  }
};

// Timers use the monotonic clock, as when a machine's clock is changed.
process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(`${folder}/clock`, 'utf8'));
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
setInterval(() => {
  let asked;
  try {
    asked = readFileSync(`${folder}/memory-asked`, 'utf8');
  } catch {
    return;
  }
  if (asked !== String(process.pid)) return;
  collect();
  collect();
  writeFileSync(`${folder}/memory.new`, JSON.stringify({ rss: process.memoryUsage().rss }));
  renameSync(`${folder}/memory.new`, `${folder}/memory`);
}, 200).unref();
