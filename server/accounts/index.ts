export { hashPassword } from './password.ts'
export { insertPasswordReset } from './password-resets.ts'
export { checkNewName, musicPage, picturesOf } from './rules.ts'
export {
  addSwag,
  findMember,
  getMember,
  insertFollow,
  insertMember,
  type MemberRow,
  searchMembers,
  toProfile,
} from './store.ts'
