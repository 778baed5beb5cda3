import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Stack } from './Stack.tsx'

interface MenuProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A dialog with `MenuItem`s, below each other. */
export const Menu = ({ title, onClose, children }: MenuProps) => (
  <Dialog isOpen onClose={onClose} title={title}>
    <Stack gap="s">{children}</Stack>
  </Dialog>
)

/** An action in a menu. */
export const MenuItem = (props: Omit<ComponentProps<typeof Button>, 'block' | 'size'>) => (
  <Button block variant="quiet" {...props} />
)
