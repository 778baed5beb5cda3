import type { SignedIn } from '#contract/accounts/sessions.ts'

/** What a session's device is called on the screen. */
export const deviceName = ({ device }: Pick<SignedIn, 'device'>): string => device || 'Unknown device'
