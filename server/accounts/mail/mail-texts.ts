import type { ServerFailure } from '#contract/activity/kinds.ts'
import type { MailContent } from '#server/mail/index.ts'
import type { SignInWay } from './mail-payload.ts'

interface Named {
  readonly instance: string
  readonly name: string
  /** The link's URL, with its token if it has one. */
  readonly url: string
}

/** Without the member's name: the address may be another person's, and the name a text for them. */
export const writeConfirmation = ({ instance, url }: Omit<Named, 'name'>): MailContent => ({
  subject: `Confirm your email for ${instance}`,
  paragraphs: ['Hello,', `Confirm that this is the email address of your account at ${instance}.`],
  link: { label: 'Confirm email', url },
  notes: [
    'The link works once, within 24 hours.',
    'If you have no account there, ignore this mail: the address stays unconfirmed.',
  ],
})

export const writeReset = ({ instance, name, url }: Named): MailContent => ({
  subject: `Reset your password for ${instance}`,
  paragraphs: [`Hello ${name},`, `A new password was requested for your account at ${instance}.`],
  link: { label: 'Set a new password', url },
  notes: [
    'The link works once, within an hour. Using it ends all sessions.',
    'If you did not request it, ignore this mail: your password stays the same.',
  ],
})

export const writePasswordChange = ({ instance, name, url }: Named): MailContent => ({
  subject: `Your password for ${instance} was changed`,
  paragraphs: [`Hello ${name},`, `The password of your account at ${instance} was changed.`],
  link: { label: 'Get a new password', url },
  notes: ['If you did not change it, request a new password with the link.'],
})

export const writeNewSignIn = (
  { instance, name, url }: Named,
  { device, at }: { readonly device: string; readonly at: string },
): MailContent => ({
  subject: `New sign-in to ${instance}`,
  paragraphs: [
    `Hello ${name},`,
    `Your account at ${instance} was signed in to from a new place.`,
    `Device: ${device === '' ? 'unknown' : device}`,
    `Time: ${at.slice(0, 16).replace('T', ' ')} UTC`,
  ],
  link: { label: 'See where you are signed in', url },
  notes: ['If it was not you, sign out that device there and change your password.'],
})

const ADDED: Readonly<Record<SignInWay, string>> = {
  passkey: 'a passkey',
  single_sign_on: 'an account for single sign-on',
}

export const writeWayAdded = ({ instance, name, url }: Named, { way }: { readonly way: SignInWay }): MailContent => ({
  subject: `New way to sign in to ${instance}`,
  paragraphs: [`Hello ${name},`, `Your account at ${instance} can now be signed in to with ${ADDED[way]} too.`],
  link: { label: 'See how you sign in', url },
  notes: ['If you did not add it, remove it there and change your password.'],
})

export const writeEmailChange = ({ instance, name, url }: Named): MailContent => ({
  subject: `Your email for ${instance} was changed`,
  paragraphs: [
    `Hello ${name},`,
    `Your account at ${instance} has another email address now. Mail to this address ends.`,
  ],
  link: { label: 'See your account', url },
  notes: ['If you did not change it, change your password, or contact the admins of the server if you cannot sign in.'],
})

export const writeServerFailure = (
  { instance, name, url }: Named,
  event: { readonly subject: ServerFailure },
): MailContent => ({
  subject: event.subject === 'backup' ? `A backup of ${instance} failed` : `A background job of ${instance} failed`,
  paragraphs: [
    `Hello ${name},`,
    event.subject === 'backup'
      ? `The last backup of ${instance} failed, or none was made for 26 hours.`
      : `A background job of ${instance} failed, and so did its retries.`,
  ],
  link: { label: 'See the state of the server', url },
  notes: ['You get this mail as an admin, at most once a day for each kind of failure.'],
})
