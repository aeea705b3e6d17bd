const samplesPerSecond = 8_000;
const headBytes = 44;

/** The fog signal of a buoy: two notes of a second each, as WAV. */
export function playSignal(): Buffer {
  const samples = Buffer.concat([note(220), note(165)]);
  const head = Buffer.alloc(headBytes);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(headBytes - 8 + samples.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  // PCM, one channel, a byte for each sample.
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(samplesPerSecond, 24);
  head.writeUInt32LE(samplesPerSecond, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

function note(hertz: number): Buffer {
  return Buffer.from(
    Array.from({ length: samplesPerSecond }, (_, at) => {
      const swell = Math.sin((Math.PI * at) / samplesPerSecond);
      return 128 + Math.round(60 * swell * Math.sin((2 * Math.PI * hertz * at) / samplesPerSecond));
    }),
  );
}
