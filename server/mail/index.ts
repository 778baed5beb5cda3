export { toMailAddress } from '#server/config/mail-settings.ts'
export { deliverMail, findInstanceName } from './deliver-mail.ts'
export { type MailContent, renderMail } from './render-mail.ts'
export { describeMailError, sendBySmtp } from './smtp.ts'
