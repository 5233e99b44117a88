import { closeSync, fstatSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';

const page = 4_096;

/** Kinds of damage to a file that is not open. */
export const damages: Readonly<Record<string, (file: string) => void>> = {
  'bytes in its middle': (file) => {
    const descriptor = openSync(file, 'r+');
    const { size } = fstatSync(descriptor);
    const from = Math.floor(size / 4 / page) * page;
    writeSync(descriptor, Buffer.alloc(Math.floor(size / 2), 0xa5), 0, undefined, from);
    closeSync(descriptor);
  },
  'its end': (file) => {
    const descriptor = openSync(file, 'r+');
    ftruncateSync(descriptor, Math.floor(fstatSync(descriptor).size / 2 / page) * page + 100);
    closeSync(descriptor);
  },
  everything: (file) => writeFileSync(file, Buffer.alloc(10 * page, 0x5a)),
};
