import type { AnchorHTMLAttributes } from 'react'
import { buttonLooks, buttonShape } from './Button.tsx'
import { classNames } from './class-names.ts'

interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly look?: keyof typeof buttonLooks
}

export function LinkButton({ look = 'plain', className, ...props }: LinkButtonProps) {
  return <a className={classNames(buttonShape, buttonLooks[look], className)} {...props} />
}
