/** What a technique is called, and what it does, in a sentence. */
export const techniquesInEnglish = {
  loaded_language: ["Loaded language", "A word that carries a judgement where a plain one would do."],
  name_calling: ["Name-calling", "A label for people in place of what they said or did."],
  fear_appeal: ["Appeal to fear", "It warns of harm to make a point."],
  emotional_appeal: ["Appeal to feelings", "It tells how to feel about it."],
  exaggeration: ["Exaggeration", "It makes more of it than the facts do."],
  curiosity_gap: ["Curiosity gap", "It holds back what it is about, so that one has to click."],
  question_headline: ["Question as headline", "It asks what it does not claim."],
  listicle: ["List", "It promises a number of things instead of saying one."],
  attention_prefix: ["Call for attention", "It cries before it tells."],
  all_caps: ["Capitals", "It shouts."],
  exclamation: ["Exclamation mark", "It raises its voice."],
  speculation: ["Speculation", "It tells what may be, not what is."],
  unattributed_claim: ["No source", "It does not say who says so."],
  one_sided: ["One side", "It gives one view alone."],
  call_to_action: ["Call to act", "It asks the reader to do something."],
  opinion_marker: ["Opinion", "It is the writer's view, not an observation."],
} as const;
