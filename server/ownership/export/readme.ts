import type { Section } from './section.ts'

/** Returns the text for README.txt, which describes the files for the member. */
export function describeExport(name: string, sections: readonly Section[], now: Date): string {
  return [
    `Everything that Flipside keeps of ${name}, as of ${now.toISOString()}.`,
    '',
    'All files but this one and the pictures are JSON, one object a line, in UTF-8. Times are UTC.',
    '',
    'listens/<year>/<month>.jsonl and user.json',
    "  Your listens, in the layout of ListenBrainz' exports. Send this zip as it is to /settings/listening of any",
    '  Flipside, and your listens are there; what is there already is not doubled. Whatever reads exports of',
    '  ListenBrainz reads it, too. original_source says where a listen came from.',
    '',
    ...sections.flatMap(({ path, about }) => [path, `  ${about}`, '']),
    'pictures/',
    '  The picture that you uploaded, in its sizes. Without one there is no such folder.',
    '',
    'Not in it, since it says nothing of you that is not there already, or would open a door:',
    '  charts, leaderboards and similar taste (computed from listens), the hash of your password, the tokens of',
    '  sessions and links, the responses stored to detect repeated requests.',
    '',
  ].join('\n')
}
