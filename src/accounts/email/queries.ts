import { getEmailConfirmation } from '#contract/accounts/email.ts'
import { nameKey } from '#contract/accounts/names.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** Whether the member's address is confirmed; null from a host without confirmations. */
export const emailConfirmationQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'email-confirmation', nameKey(user)],
    fetch: (options) => ifComputed(poll(getEmailConfirmation, { user }, options)),
    isFleeting: true,
  })
