// What stands on the bay in the demo's pictures, as areas of a picture of 600 by 400 whose water begins at y = 230.

export type Area = { ink: Ink; holds: (x: number, y: number) => boolean };
export type Ink = "dark" | "pale" | "light" | "red" | "amber" | "green";

/** The later area covers the earlier one. A story without a scene of its own gets a sail. */
export const scenes: Record<string, Area[]> = {
  "harbour-bridge": [
    ...[70, 210, 390, 530].map((x) => box("pale", [x - 13, 205, 26, 60])),
    box("dark", [0, 188, 600, 18]),
    box("dark", [0, 140, 600, 6]),
    ...range(15).flatMap((at) => {
      const [from, to] = [at * 42, at * 42 + 42];
      return [line("dark", [from, 188, at % 2 === 0 ? to : from, 143], 4), line("dark", [from, 143, to, 188], 4)];
    }),
    box("dark", [272, 96, 56, 112]),
    box("amber", [288, 108, 24, 16]),
    box("dark", [282, 206, 36, 74]),
  ],
  "electric-ferry": [
    shape("light", [110, 214, 505, 214, 470, 268, 150, 268]),
    shape("red", [126, 238, 490, 238, 470, 268, 150, 268]),
    box("light", [165, 176, 270, 40]),
    box("light", [215, 142, 160, 36]),
    ...range(7).map((at) => box("dark", [182 + at * 36, 186, 20, 14])),
    ...range(4).map((at) => box("dark", [230 + at * 36, 152, 20, 12])),
    box("green", [330, 108, 26, 36]),
    line("dark", [250, 142, 250, 92], 4),
  ],
  "wind-farm": [
    [90, 74, 0.2],
    [210, 60, 0.9],
    [330, 90, 0.5],
    [450, 66, 1.5],
    [545, 54, 1.1],
  ].flatMap(([x = 0, length = 0, turn = 0]) => {
    const hub = 230 - length * 1.7;
    const blades = range(3).map((at) => {
      const angle = turn + (at * 2 * Math.PI) / 3;
      return line("light", [x, hub, x + length * Math.sin(angle), hub - length * Math.cos(angle)], 5);
    });
    return [line("light", [x, 244, x, hub], 6), ...blades, disc("light", [x, hub, 6, 6])];
  }),
  "amber-museum": [
    box("dark", [0, 300, 600, 100]),
    disc("amber", [300, 190, 170, 120]),
    disc("pale", [240, 140, 34, 16]),
    line("dark", [225, 200, 372, 178], 20),
    disc("dark", [388, 174, 26, 16]),
    line("dark", [225, 200, 178, 230], 10),
    ...[250, 340].flatMap((x) => [line("dark", [x, 192, x - 18, 228], 7), line("dark", [x, 186, x + 14, 150], 7)]),
  ],
  "school-meals": [
    box("pale", [0, 0, 600, 400]),
    disc("light", [300, 205, 168, 150]),
    disc("pale", [300, 205, 128, 112]),
    disc("green", [258, 176, 58, 42]),
    disc("amber", [352, 196, 56, 46]),
    disc("red", [286, 252, 40, 30]),
    line("dark", [78, 110, 78, 320], 9),
    ...[62, 78, 94].map((x) => line("dark", [x, 90, x, 160], 6)),
    line("dark", [524, 170, 524, 320], 10),
    disc("dark", [524, 130, 20, 40]),
  ],
  "tide-gates": [
    ...[120, 330].flatMap((x) => [
      box("dark", [x, 120, 150, 190]),
      line("pale", [x + 8, 128, x + 142, 302], 8),
      line("pale", [x + 142, 128, x + 8, 302], 8),
      box("pale", [x, 112, 150, 12]),
    ]),
    box("dark", [270, 90, 60, 240]),
    disc("red", [300, 110, 12, 12]),
  ],
  peregrine: [
    shape("dark", [300, 120, 470, 70, 560, 96, 410, 140, 330, 168]),
    shape("dark", [300, 120, 130, 58, 44, 90, 196, 136, 276, 168]),
    disc("dark", [302, 140, 26, 46]),
    disc("dark", [302, 96, 16, 18]),
    shape("dark", [284, 180, 320, 180, 336, 226, 268, 226]),
    shape("amber", [296, 84, 310, 84, 303, 70]),
  ],
  "herring-quota": [
    ...[
      [150, 270],
      [330, 300],
      [480, 262],
      [220, 346],
      [440, 352],
    ].flatMap(([x = 0, y = 0]) => [
      disc("light", [x, y, 56, 17]),
      shape("light", [x + 46, y, x + 80, y - 18, x + 80, y + 18]),
      disc("dark", [x - 38, y - 4, 4, 4]),
    ]),
    shape("dark", [250, 200, 380, 200, 362, 232, 272, 232]),
    line("dark", [316, 200, 316, 130], 5),
    box("red", [336, 172, 34, 30]),
  ],
};

type Four = readonly [number, number, number, number];

function box(ink: Ink, [left, top, width, height]: Four): Area {
  return { ink, holds: (x, y) => x >= left && x < left + width && y >= top && y < top + height };
}

function disc(ink: Ink, [middleX, middleY, wide, tall]: Four): Area {
  return { ink, holds: (x, y) => ((x - middleX) / wide) ** 2 + ((y - middleY) / tall) ** 2 < 1 };
}

function line(ink: Ink, [fromX, fromY, toX, toY]: Four, thick: number): Area {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const length = alongX ** 2 + alongY ** 2;
  return {
    ink,
    holds: (x, y) => {
      const part = Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / length));
      return (x - fromX - part * alongX) ** 2 + (y - fromY - part * alongY) ** 2 < (thick / 2) ** 2;
    },
  };
}

/** A polygon, its corners as x, y, x, y … A point is inside if a ray to its right crosses an odd number of sides. */
function shape(ink: Ink, corners: readonly number[]): Area {
  const points = range(corners.length / 2).map((at) => [corners[2 * at]!, corners[2 * at + 1]!] as const);
  return {
    ink,
    holds: (x, y) => {
      const crossed = points.filter(([ax, ay], at) => {
        const [bx, by] = points[(at + 1) % points.length]!;
        return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
      });
      return crossed.length % 2 === 1;
    },
  };
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
