import { useLive } from '#src/cache/useLive.ts'
import { instanceQuery } from '#src/instance/queries.ts'
import { Button } from '#src/ui/Button.tsx'

interface ProviderButtonProps {
  verb: 'Log In' | 'Sign Up'
  isBusy: boolean
  onUse: () => void
}

/** The button that leads to the provider. Renders nothing on a server without one. */
export function ProviderButton({ verb, isBusy, onUse }: ProviderButtonProps) {
  const { value: instance } = useLive(instanceQuery)
  const provider = instance?.provider ?? ''
  if (provider === '') return null
  return (
    <Button block variant="quiet" busy={isBusy} onClick={onUse}>
      {verb} with {provider}
    </Button>
  )
}
