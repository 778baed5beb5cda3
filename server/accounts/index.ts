export { isActingAdmin, lockAdmins } from './admins.ts'
export { lockPair } from './blocks/store.ts'
export { insertFollow, listFollowers, listFollowing, PEOPLE_MAX } from './follows.ts'
export { findDeletion, insertFormerName } from './former-names.ts'
export { joinMember } from './join.ts'
export { enqueueMail } from './mail/mail-payload.ts'
export { mailQueue } from './mail/mail-queue.ts'
export { resetRequestsQueue } from './mail/reset-requests.ts'
export { checkNewName } from './name-rules.ts'
export { deletePasskeys } from './passkeys/store.ts'
export { hashPassword } from './passwords/password.ts'
export { isRightPassword } from './passwords/password-guesses.ts'
export { insertPasswordReset } from './passwords/password-resets.ts'
export { encodeSquare } from './pictures/encode-square.ts'
export { deletePicture, findPicture, listPictures } from './pictures/store.ts'
export { toProfiles } from './profile.ts'
export { musicPage, SENT_AGAIN_MS } from './rules.ts'
export {
  addSwag,
  findMemberByName,
  findPasswordForShare,
  getMember,
  getMemberOrNameless,
  listMembersById,
} from './store.ts'
export { canSee, canSeeListening } from './visibility.ts'
