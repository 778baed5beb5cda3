import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Stack } from './Stack.tsx'

interface MenuProps {
  title: string
  onClose: () => void
  children: ReactNode
}

export const Menu = ({ title, onClose, children }: MenuProps) => (
  <Dialog onClose={onClose} title={title}>
    <Stack gap="s">{children}</Stack>
  </Dialog>
)

export const MenuItem = (props: Omit<ComponentProps<typeof Button>, 'block' | 'size'>) => (
  <Button block variant="quiet" {...props} />
)
