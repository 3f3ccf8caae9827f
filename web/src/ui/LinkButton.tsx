import type { AnchorHTMLAttributes } from 'react'
import { buttonLooks, buttonShape, buttonSizes } from './Button.tsx'
import { classNames } from './class-names.ts'

interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly look?: keyof typeof buttonLooks
  readonly size?: keyof typeof buttonSizes
}

export function LinkButton({ look = 'plain', size = 'touch', className, ...props }: LinkButtonProps) {
  return <a className={classNames(buttonShape, buttonSizes[size], buttonLooks[look], className)} {...props} />
}
