import type { SignedIn } from '#contract/accounts/sessions.ts'

export const deviceName = ({ device }: Pick<SignedIn, 'device'>): string => device || 'Unknown device'
