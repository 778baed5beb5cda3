import { getEmailConfirmation } from '#contract/accounts/email.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** Whether the member's address is confirmed; null from a host without confirmations. */
export const emailConfirmationQuery = ownQuery(getEmailConfirmation, ['accounts', 'email-confirmation'], {
  isFleeting: true,
})
