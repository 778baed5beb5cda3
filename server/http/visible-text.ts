import { Refusal } from './refusal.ts'

/** Format characters and blanks of any kind alone show nothing. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u

/** Throws a Refusal 400 if a parameter has a text that shows nothing. The contract rejects spaces. */
export function checkVisibleText(parameter: string, text: string | undefined): void {
  if (text !== undefined && !VISIBLE.test(text)) throw new Refusal(400, `${parameter} must not be empty.`)
}
