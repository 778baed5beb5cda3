import type { ActivityText } from '#contract/activity/texts.ts'

/** Returns the text after the member's name, and its subject, perhaps in another script. */
export function formatActivity({ text, detail }: ActivityText): [text: string, detail: string] {
  if (detail === '') return [`${text}.`, '']
  return [text === '' ? '' : `${text}: `, detail]
}
