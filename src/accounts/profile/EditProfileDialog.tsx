import { useState } from 'react'
import * as v from 'valibot'
import { profileDetails } from '#contract/accounts/profile.ts'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { editProfile } from '../actions.ts'

const fields = [
  { name: 'firstname', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastname', label: 'Last name', autoComplete: 'family-name' },
] as const
type Details = Pick<UserProfile, (typeof fields)[number]['name']>

/** Changes the user's names; shown at once, sent when there is a connection. */
export function EditProfileDialog({ profile, onClose }: { profile: UserProfile; onClose: () => void }) {
  const { dispatch } = useDispatch()
  const { firstname, lastname } = profile
  const [typed, setTyped] = useState<Details>({ firstname, lastname })
  const [wrong, setWrong] = useState<Partial<Record<keyof Details, string>>>({})

  const submit = async () => {
    const changed = findChanges(profile, typed)
    const problems = findProblems(changed)
    setWrong(problems)
    if (Object.keys(problems).length > 0) return
    const isNothing = Object.keys(changed).length === 0
    if (isNothing || (await dispatch(editProfile, { user: profile.profile, ...changed }))) onClose()
  }
  return (
    <FormDialog title="Edit profile" submit="Save" onSubmit={submit} onClose={onClose}>
      <Text tone="quiet">Only you see these. Your email is changed in Settings.</Text>
      {fields.map((field) => (
        <TextField
          key={field.name}
          {...field}
          error={wrong[field.name]}
          value={typed[field.name]}
          onChange={(text) => setTyped({ ...typed, [field.name]: text })}
        />
      ))}
    </FormDialog>
  )
}

const findChanges = (profile: UserProfile, typed: Details): Partial<Details> =>
  Object.fromEntries(
    fields.filter(({ name }) => typed[name].trim() !== profile[name]).map(({ name }) => [name, typed[name].trim()]),
  )

/** Returns the problems by field, according to the contract's rules. */
function findProblems(changed: Partial<Details>): Partial<Record<keyof Details, string>> {
  return Object.fromEntries(
    fields.flatMap(({ name, label }) => {
      const issue = v.safeParse(profileDetails[name], changed[name]).issues?.[0]
      return issue ? [[name, `${label} ${issue.message}.`]] : []
    }),
  )
}
