/** Replies to broadcasts. `{author}` and `{other}` are placeholders for names, for mentions. */
export const remarks: readonly string[] = [
  'The bridge alone is worth it.',
  'How did I miss this?',
  'On repeat since breakfast.',
  'That bass line, though.',
  'Saved. Thank you, @{author}.',
  '@{author} you have never been wrong about a chorus.',
  'I had this on a mixtape once. The tape is gone, the song is not.',
  'Louder, please.',
  'The live version is even better.',
  'My cat approves.',
  'This got me through the last hill home.',
  'Wait for the second verse.',
  'Not for me, but I respect it.',
  'Where do I start with {artist}?',
]

/** Answers to an earlier reply. */
export const retorts: readonly string[] = [
  '@{other} exactly this.',
  '@{other} start with the first record, then come back.',
  'I hear it now, @{other}. Thanks.',
  '@{other} we need to talk about your headphones.',
  'Same here, @{other}!',
  '@{other} the drums, no?',
]
