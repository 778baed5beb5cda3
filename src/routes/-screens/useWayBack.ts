import { useCanGoBack, useRouter } from '@tanstack/react-router'

/**
 * Returns the back target of a screen that many screens link to: the previous screen, or the feed
 * after a direct visit.
 */
export function useWayBack() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return {
    label: 'Back',
    onPress: () => (canGoBack ? router.history.back() : void router.navigate({ to: '/' })),
  }
}
