import type { Completion, Word } from '../model.ts'
import { casePattern, singleQuoted } from './case-pattern.ts'

/** Works as a file of a folder in fpath, and read with `source`. */
export function zsh({ places, common, values, skipped }: Completion): string {
  const known = places.flatMap(({ at }) => at).filter(at => at !== '')
  return `#compdef pixctl
# The completion of pixctl for zsh.

# Sets found to what may follow the words in $1, and flags to the flags there.
_pixctl_at() {
  local -a common
  common=(${list(common)})
  case $1 in
${places
  .map(({ at, words, profiles, flags, common }) => {
    const found = `found=(${list(words)})${profiles ? '; _pixctl_profiles' : ''}`
    return `    ${casePattern(at)}) ${found}; flags=(${list(flags)}${common ? ' $common' : ''}) ;;`
  })
  .join('\n')}
  esac
}

# Sets found and files for the value of a flag; $1 are the words before it and the flag. Fails if it takes none.
_pixctl_value() {
  case $1 in
${values
  .map(({ of, words, profiles, files }) => {
    const found = [
      words.length > 0 && `found=(${list(words.map(word => ({ word, about: '' })))})`,
      profiles && '_pixctl_profiles',
      files && `files=${files}`,
    ]
    return `    ${casePattern(of)}) ${found.filter(each => each).join('; ') || ':'} ;;`
  })
  .join('\n')}
    *) return 1 ;;
  esac
}

_pixctl_profiles() {
  local name rest
  while IFS=$'\\t' read -r name rest; do
    found+=("$name")
  done < <("$words[1]" auth list 2>/dev/null)
}

_pixctl() {
  local at='' next word flag='' files='' skip=''
  local -a found flags
  integer index
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index]
    if [[ -n $skip ]]; then
      skip=''
      continue
    fi
    case $word in
      ${skipped.join('|')}) skip=1 ;;
      -*) ;;
      *)
        next=\${at:+$at }$word
        [[ $at == help ]] && next=$word
        case $next in
          ${casePattern(known)}) at=$next ;;
        esac
        ;;
    esac
  done

  if [[ $PREFIX == --*=* ]]; then
    _pixctl_value "$at \${PREFIX%%=*}" || return 1
    compset -P '*='
  elif ((CURRENT <= 2)) || [[ $words[CURRENT-1] != -* ]] || ! _pixctl_value "$at $words[CURRENT-1]"; then
    _pixctl_at "$at"
    if [[ $PREFIX == -* || \${#found} -eq 0 ]]; then
      _describe -o 'flag' flags
      return
    fi
  fi
  ((\${#found} > 0)) && _describe 'pixctl' found
  case $files in
    files) _files ;;
    folders) _files -/ ;;
  esac
}

# As a file of fpath this is the body of _pixctl itself.
if [[ $funcstack[1] == _pixctl ]]; then
  _pixctl "$@"
else
  compdef _pixctl pixctl
fi
`
}

/** Words as _describe takes them: a colon divides a word from what it means. */
function list(words: readonly Word[]): string {
  return words
    .map(({ word, about }) => singleQuoted(word.replaceAll(':', '\\:') + (about === '' ? '' : `:${about}`)))
    .join(' ')
}
