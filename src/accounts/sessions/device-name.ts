import type { SignedIn } from '#contract/accounts/sessions.ts'

/** Returns the display name for a session's device. */
export const deviceName = ({ device }: Pick<SignedIn, 'device'>): string => device || 'Unknown device'
