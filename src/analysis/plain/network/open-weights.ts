export type ArrayLayout = { name: string; rows: number; columns: number; bits: number; at: number };

/** A matrix that is kept as small whole numbers, with a step for each row. */
export type Rows = {
  rows: number;
  columns: number;
  /** Adds a row to the sum. */
  addTo: (row: number, sum: Float32Array) => void;
  dot: (row: number, by: Float32Array) => number;
};

export type Weights = {
  size: (name: string) => number;
  rows: (name: string) => Rows;
  numbers: (name: string) => Float32Array;
  /** A matrix of bytes as it is kept, and the step of each row. */
  bytes: (name: string) => { values: Int8Array; steps: Float32Array };
};

/** The arrays of one file: numbers of 32 bits as they are, or a step for each row and then bytes or half bytes. */
export function openWeights(file: Buffer, layout: readonly ArrayLayout[]): Weights {
  // Typed arrays need an even start, which a Buffer of a pool does not have.
  const bytes = new Uint8Array(file).buffer;
  const find = (name: string): ArrayLayout => {
    const found = layout.find((array) => array.name === name);
    if (!found) throw new Error(`The weights of the title network have no “${name}”.`);
    return found;
  };
  const rowsOf = (name: string): Rows => {
    const { rows, columns, bits, at } = find(name);
    const steps = new Float32Array(bytes, at, rows);
    const read = (bits === 4 ? halfBytes : wholeBytes)(bytes, at + 4 * rows, columns);
    return {
      rows,
      columns,
      addTo: (of, sum) => {
        const step = steps[of]!;
        const own = read(of);
        for (let column = 0; column < columns; column += 1) sum[column]! += own[column]! * step;
      },
      dot: (of, by) => {
        const own = read(of);
        let sum = 0;
        for (let column = 0; column < columns; column += 1) sum += own[column]! * by[column]!;
        return sum * steps[of]!;
      },
    };
  };
  return {
    size: (name) => find(name).rows * find(name).columns,
    rows: rowsOf,
    numbers: (name) => new Float32Array(bytes, find(name).at, find(name).rows * find(name).columns),
    bytes: (name) => {
      const { rows, columns, at } = find(name);
      return { values: new Int8Array(bytes, at + 4 * rows, rows * columns), steps: new Float32Array(bytes, at, rows) };
    },
  };
}

type ReadRow = (row: number) => Float32Array | Int8Array;

function wholeBytes(bytes: ArrayBuffer, start: number, columns: number): ReadRow {
  return (row) => new Int8Array(bytes, start + row * columns, columns);
}

/** Two numbers from -8 to 7 in a byte, the first one in its lower half. The next row overwrites the last. */
function halfBytes(bytes: ArrayBuffer, start: number, columns: number): ReadRow {
  const values = new Uint8Array(bytes, start);
  const read = new Float32Array(columns);
  return (row) => {
    for (let column = 0; column < columns; column += 2) {
      const both = values[(row * columns + column) >> 1]!;
      read[column] = (both & 15) - 8;
      read[column + 1] = (both >> 4) - 8;
    }
    return read;
  };
}
