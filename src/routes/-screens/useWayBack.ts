import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** The way back from a screen that many screens lead to: to the one before it, or to the feed where it was opened cold. */
export function useWayBack() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return {
    label: 'Back',
    onPress: () => (canGoBack ? router.history.back() : void router.navigate({ to: '/' })),
  }
}
