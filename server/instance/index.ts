export { insertInvitation } from './invitations.ts'
export { admitNewMember, checkAdmission, findAdmissionProblem } from './sign-up.ts'
export { findInstanceSettings, updateInstanceSettings } from './store.ts'
export { checkReach, mayNotify } from './strangers.ts'
