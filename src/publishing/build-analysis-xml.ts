import type { PresentedAnalysis, PresentedScore } from "./present-analysis.ts";
import type { PresentedItem } from "./present-item.ts";
import { xml, type Xml } from "./xml.ts";

/** The namespace of docs/rss-namespace.md. Its name never changes; what is added to it is optional. */
export const namespace = "urn:plainwire:rss:1";

/** How an item was judged, the same in RSS and Atom. */
export function buildAnalysisXml({ status, originalTitle, analysis }: PresentedItem): Xml {
  return xml`
<pw:originalTitle>${originalTitle}</pw:originalTitle>
<pw:analysis status="${status}"${analysis === null ? xml`/>` : buildResult(analysis)}`;
}

function buildResult({ analyzer, version, model, input, ...analysis }: PresentedAnalysis): Xml {
  const { language, category, warnings, scores } = analysis;
  return xml` analyzer="${analyzer}" version="${version}"${
    model && xml` model="${model}"`
  } input="${input}" language="${language}" category="${category}" warnings="${warnings.join(" ")}">${scores.map(
    buildScore,
  )}
</pw:analysis>`;
}

function buildScore({ name, score, confidence, reason }: PresentedScore): Xml {
  return xml`
<pw:score name="${name}"${
    confidence === null ? null : xml` confidence="${confidence.toFixed(2)}"`
  } reason="${reason}">${score.toFixed(2)}</pw:score>`;
}
