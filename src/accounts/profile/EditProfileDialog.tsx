import { type SyntheticEvent, useId, useState } from 'react'
import * as v from 'valibot'
import { profileDetails } from '#contract/accounts/profile.ts'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Stack } from '#src/ui/Stack.tsx'
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
  const formId = useId()
  const { dispatch } = useDispatch()
  const { firstname, lastname } = profile
  const [typed, setTyped] = useState<Details>({ firstname, lastname })
  const [wrong, setWrong] = useState<Partial<Record<keyof Details, string>>>({})

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const changed = findChanges(profile, typed)
    const problems = findProblems(changed)
    setWrong(problems)
    if (Object.keys(problems).length > 0) return
    const isNothing = Object.keys(changed).length === 0
    if (isNothing || (await dispatch(editProfile, { user: profile.profile, ...changed }))) onClose()
  }
  const actions = (
    <Button type="submit" form={formId} block>
      Save
    </Button>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Edit profile" actions={actions}>
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="l">
          <Text tone="quiet">Only you see these. Your email is changed in Settings.</Text>
          {fields.map((field) => (
            <TextField
              key={field.name}
              {...field}
              error={wrong[field.name]}
              value={typed[field.name]}
              onChange={(event) => setTyped({ ...typed, [field.name]: event.target.value })}
            />
          ))}
        </Stack>
      </form>
    </Dialog>
  )
}

const findChanges = (profile: UserProfile, typed: Details): Partial<Details> =>
  Object.fromEntries(
    fields.filter(({ name }) => typed[name].trim() !== profile[name]).map(({ name }) => [name, typed[name].trim()]),
  )

/**
 * Returns the problems by field, according to the contract's rules: a value that the server would
 * reject never leaves the form.
 */
function findProblems(changed: Partial<Details>): Partial<Record<keyof Details, string>> {
  return Object.fromEntries(
    fields.flatMap(({ name, label }) => {
      const issue = v.safeParse(profileDetails[name], changed[name]).issues?.[0]
      return issue ? [[name, `${label} ${issue.message}.`]] : []
    }),
  )
}
