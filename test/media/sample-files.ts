/** Files as small as they can be: right in the bytes that say what they are and how large. */
export function png(width: number, height: number, bytes = 100): Buffer {
  const file = Buffer.alloc(Math.max(bytes, 33));
  file.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

export function gif(width: number, height: number): Buffer {
  const file = Buffer.alloc(26);
  file.write("GIF89a");
  file.writeUInt16LE(width, 6);
  file.writeUInt16LE(height, 8);
  return file;
}

/** With a preview in its Exif part, which has a frame header of its own. */
export function jpeg(width: number, height: number): Buffer {
  const preview = Buffer.from("ffc0001108000a000a03", "hex");
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 2 + preview.length]), preview]);
  const frame = Buffer.from("ffc2001108000000000301110002110103110100", "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from("ffd8", "hex"), exif, Buffer.from("ff", "hex"), frame, Buffer.from("ffd9", "hex")]);
}

export function webp(form: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Buffer {
  const file = Buffer.alloc(40);
  file.write(`RIFF\x20\0\0\0WEBP${form}`, "latin1");
  if (form === "VP8 ") {
    file.writeUInt16LE(width, 26);
    file.writeUInt16LE(height, 28);
  } else if (form === "VP8L") {
    file.writeUInt8(0x2f, 20);
    file.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  } else {
    file.writeUIntLE(width - 1, 24, 3);
    file.writeUIntLE(height - 1, 27, 3);
  }
  return file;
}

function box(name: string, ...contents: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + Buffer.concat(contents).length);
  head.write(name, 4);
  return Buffer.concat([head, ...contents]);
}

export function avif(...sizes: [number, number][]): Buffer {
  const ispe = sizes.map(([width, height]) => {
    const facts = Buffer.alloc(12);
    facts.writeUInt32BE(width, 4);
    facts.writeUInt32BE(height, 8);
    return box("ispe", facts);
  });
  const properties = box("iprp", box("ipco", box("pixi", Buffer.alloc(8)), ...ispe));
  return Buffer.concat([box("ftyp", Buffer.from("avif\0\0\0\0mif1")), box("meta", Buffer.alloc(4), properties)]);
}

export function icon(...sides: number[]): Buffer {
  const file = Buffer.alloc(6 + sides.length * 16 + 40);
  file.writeUInt16LE(1, 2);
  file.writeUInt16LE(sides.length, 4);
  for (const [index, side] of sides.entries()) {
    file.writeUInt8(side % 256, 6 + index * 16);
    file.writeUInt8(side % 256, 7 + index * 16);
    file.writeUInt32LE(6 + sides.length * 16, 6 + index * 16 + 12);
  }
  return file;
}

/** Audio of so many bytes, each different from its neighbours. */
export function mp3(bytes: number): Buffer {
  const file = Buffer.from(Array.from({ length: bytes }, (_, index) => (index * 7) % 251));
  file.write("ID3\x04\0\0", "latin1");
  return file;
}
