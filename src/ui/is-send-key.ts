import type { KeyboardEvent } from 'react'

/** Returns whether a key sends a text. During IME composition Enter confirms the word. */
export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
