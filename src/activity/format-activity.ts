import type { ActivityText } from '#contract/activity/texts.ts'

/**
 * Returns the entry text, to follow the member's name, and what it is about, which may be in
 * another script.
 */
export function formatActivity({ text, detail }: ActivityText): [text: string, detail: string] {
  if (detail === '') return [`${text}.`, '']
  return [text === '' ? '' : `${text}: `, detail]
}
