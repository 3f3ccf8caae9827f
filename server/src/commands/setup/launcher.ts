import type { Account, Machine } from './machine.ts'

export const launcherPath = '/usr/local/bin/byname'

/** Commands that change the installation need the rights of root; all others get those of the service. */
const rootCommands = ['setup', 'upgrade', 'rollback']

/** A program that runs byname with the settings of the service, and as its user, so that files keep their owner. */
export function launcherText({ at, isThisMachine }: Machine, account: Account | undefined): string {
  const [settings, folder, data] = [at('/etc/byname/env'), at('/opt/byname/current'), at('/var/lib/byname')]
  // The users of a folder are not those of this machine.
  const become =
    isThisMachine || !account
      ? '--reuid=byname --regid=byname --init-groups'
      : `--reuid=${account.uid} --regid=${account.gid} --clear-groups`
  return `#!/bin/sh
# Runs a command of Byname with the settings of the service and as its user. Variables of the shell come first, such as a
# key that was exported for a command. Written by "byname setup".
set -eu
program="${folder}/node_modules/.bin/node ${folder}/server/byname.js"
case "\${1-help}" in
  ${[...rootCommands, 'help', '--help', '-h', 'version', '--version'].join(' | ')}) exec $program "$@" ;;
esac
if [ "$(id -u)" != 0 ]; then
  echo "This reads the settings of the service, which only root can: sudo byname $*" >&2
  exit 1
fi
if [ ! -r ${settings} ]; then
  echo "There is no ${settings}: run byname setup." >&2
  exit 1
fi
# What the user of the service cannot read is no place for its commands.
cd / && umask 077
while IFS= read -r setting || [ -n "$setting" ]; do
  case $setting in
    [A-Z]*=*) printenv "\${setting%%=*}" > /dev/null || export "$setting" ;;
  esac
done < ${settings}
export NODE_ENV=production DATA_DIR="\${DATA_DIR-${data}}"
exec setpriv ${become} $program "$@"
`
}
