import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { changeQuery, defineOwnWrite } from '../endpoint-kinds.ts'
import { InvitationCode } from '../instance/invitations.ts'
import { Done, TextParam, Username } from '../wire.ts'
import { accountLabels, Password } from './session.ts'

const EmailText = v.pipe(TextParam, v.trim(), v.maxLength(254, 'must be at most 254 characters'))
const NOT_AN_EMAIL = 'must be an email address'
const Email = v.pipe(EmailText, v.regex(/^[^\s@]+@[^\s@]+$/, NOT_AN_EMAIL))
/** The sentence about an address that {@link isEmail} rejects. */
export const EMAIL_INVALID = `${accountLabels.email} ${NOT_AN_EMAIL}.`
export const isEmail = (text: string): boolean => v.is(Email, text)
const PersonName = v.pipe(TextParam, v.trim(), v.maxLength(100, 'must be at most 100 characters'))

export const createProfile = defineEndpoint({
  method: 'POST',
  path: '/api/user/create-profile',
  summary: 'Signs up. Sent twice within 10 minutes with the same name and password it gets the first response.',
  access: 'anyone',
  visibility: 'own',
  query: v.object({
    user: Username,
    firstname: PersonName,
    lastname: PersonName,
    /** Checked by the handler: a refusal lists all rules that the fields break. */
    email: EmailText,
    password: Password,
    /** An invitation code; required where sign-up is by invitation only. */
    invitation: v.optional(InvitationCode),
    /** Links the identity that this browser has proven (`getPendingSignUp`), and signs in. */
    single_sign_on: v.optional(v.picklist(['true'], 'must be true')),
  }),
  labels: accountLabels,
  response: Done,
  failure: 'Sign up failed.',
})

/** The profile fields that their member may change, by name. Forms use the same checks. */
export const profileDetails = {
  firstname: v.optional(PersonName),
  lastname: v.optional(PersonName),
  email: v.optional(Email),
}

export const editProfile = defineOwnWrite({
  path: '/api/user/edit-profile',
  summary:
    "Sets one's own first name, last name and e-mail address; what is left out stays. A new address needs the password.",
  query: changeQuery({
    ...profileDetails,
    password: v.optional(Password),
  }),
  labels: accountLabels,
  failure: 'Failed to save the profile',
})

/** The upload of a picture has a body and is not part of the contract: `POST /api/user/picture`. */
export const removePicture = defineOwnWrite({
  path: '/api/user/remove-picture',
  summary: "Removes the member's picture; the generated avatar replaces it.",
  query: changeQuery({}),
  failure: 'Failed to remove the picture',
})
