import { type Html, html } from "../web/kit/html.ts";
import { drawPicture, pictureSize } from "./draw-picture.ts";
import type { Outlet, StoryReport } from "./outlets.ts";
import { playSignal } from "./play-signal.ts";

export type ItemFile = { path: string; type: "image/png" | "audio/wav"; bytes: number };

/** What an item has besides its words: files, and a text with structure in the feed itself. */
export type ItemExtras = { files: ItemFile[]; markup: Html | null };

const pictured = new Set([
  "harbour-bridge",
  "electric-ferry",
  "wind-farm",
  "amber-museum",
  "school-meals",
  "tide-gates",
  "peregrine",
  "herring-quota",
]);

/** The plain outlets send pictures; the harbour office has a notice with tables and notes, and one to listen to. */
export function extrasOf({ voice }: Outlet, { event, lead, facts }: StoryReport): ItemExtras {
  const hasPicture = voice === "plain" && pictured.has(event);
  const files = [
    ...(hasPicture ? [fileOf(picturePath(event))] : []),
    ...(event === "buoy-seven" ? [fileOf(signalPath)] : []),
  ];
  return { files, markup: event === "tide-gates" ? tideNotice(lead, facts) : null };
}

/** The bytes of a file under one of the paths above; null: there is none. */
export function fileAt(path: string): { type: ItemFile["type"]; body: Buffer } | null {
  if (path === signalPath) return { type: "audio/wav", body: playSignal() };
  const [, event = ""] = /^\/pictures\/([a-z-]+)\.png$/.exec(path) ?? [];
  return pictured.has(event) ? { type: "image/png", body: drawPicture(event) } : null;
}

const signalPath = "/sounds/fog-signal.wav";

function picturePath(event: string): string {
  return `/pictures/${event}.png`;
}

const known = new Map<string, ItemFile>();

function fileOf(path: string): ItemFile {
  const file = known.get(path) ?? measured(path);
  known.set(path, file);
  return file;
}

function measured(path: string): ItemFile {
  const { type, body } = fileAt(path) ?? { type: "image/png", body: Buffer.alloc(0) };
  return { path, type, bytes: body.length };
}

function tideNotice(lead: string, facts: readonly string[]): Html {
  const { width, height } = pictureSize;
  const times = [
    ["Thursday", "05:00", "07:00", "05:20", "06:40"],
    ["Friday (if needed)", "05:40", "07:30", "06:00", "07:10"],
  ];
  return html`<p>${lead}</p>
    <figure>
      <img
        src="${picturePath("tide-gates")}"
        width="${width}"
        height="${height}"
        alt="The closed tide gates of the harbour"
      />
      <figcaption>Photo: Harbour Office</figcaption>
    </figure>
    ${facts.map((fact) => html`<p>${fact}</p>`)}
    <table>
      <caption>
        When the gates are closed
      </caption>
      <thead>
        <tr>
          <th rowspan="2">Day</th>
          <th colspan="2">Outer gate</th>
          <th colspan="2">Inner gate</th>
        </tr>
        <tr>
          <th>closes</th>
          <th>opens</th>
          <th>closes</th>
          <th>opens</th>
        </tr>
      </thead>
      <tbody>
        ${times.map(
          ([day, ...hours]) =>
            html`<tr>
              <th scope="row">${day}</th>
              ${hours.map((hour) => html`<td>${hour}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    <p>
      The level in the inner harbour falls by up to 40 centimetres.<sup id="ref-1"><a href="#note-1">1</a></sup> The
      small lock stays open for boats up to nine metres.<sup id="ref-2"><a href="#note-2">2</a></sup>
    </p>
    <dl>
      <dt>Draught</dt>
      <dd>How deep a boat sits in the water.</dd>
      <dt>Tide gate</dt>
      <dd>A gate that keeps the water in while the tide is low.</dd>
    </dl>
    <ol>
      <li id="note-1">Measured at the gauge of the north quay. <a href="#ref-1">Back</a></li>
      <li id="note-2">Call the lock on channel 12 first. <a href="#ref-2">Back</a></li>
    </ol>`;
}
