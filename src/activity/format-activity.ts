import type { ActivityText } from '#contract/activity/texts.ts'

/** Returns the text of an entry, to follow the member's name. */
export function formatActivity({ text, detail }: ActivityText): string {
  if (detail === '') return `${text}.`
  return text === '' ? detail : `${text}: ${detail}`
}
