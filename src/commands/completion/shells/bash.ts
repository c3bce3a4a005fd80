import type { Completion } from '../model.ts'
import { casePattern } from './case-pattern.ts'

/** For bash 3.2, as macOS has it, and newer. Nothing else has to be installed. */
export function bash({ places, common, values, skipped }: Completion): string {
  const known = places.flatMap(({ at }) => at).filter(at => at !== '')
  return `# The completion of pixctl for bash.

# Sets found to what may follow the words in $1, and flags to the flags there.
_pixctl_at() {
  local common=${list(common.map(({ word }) => word))}
  case $1 in
${places
  .map(place => {
    const words = place.words.map(({ word }) => word)
    const found = `found=${list(words)}${place.profiles ? '; _pixctl_profiles' : ''}`
    const flags = [...place.flags.map(({ word }) => word), ...(place.common ? ['$common'] : [])]
    return `    ${casePattern(place.at)}) ${found}; flags="${flags.join(' ')}" ;;`
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
      words.length > 0 && `found=${list(words)}`,
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
    found="$found $name"
  done < <("$program" auth list 2>/dev/null)
}

_pixctl() {
  local IFS=$' \\t\\n' line=\${COMP_LINE:0:COMP_POINT}
  local program at= next word flag= value start= skip= found= flags= files= index last cut mark
  local -a words
  COMPREPLY=()
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  program=\${words[0]}
  last=$((\${#words[@]} - 1))
  for ((index = 1; index < last; index++)); do
    word=\${words[index]}
    if [[ -n $skip ]]; then
      skip=
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

  value=\${words[last]}
  if [[ $value == --*=* ]]; then
    flag=\${value%%=*}
    start=$flag=
    value=\${value#*=}
  elif ((last > 1)) && [[ \${words[last - 1]} == -* ]]; then
    flag=\${words[last - 1]}
  fi
  if [[ -z $flag ]] || ! _pixctl_value "$at $flag"; then
    [[ -n $start ]] && return
    _pixctl_at "$at"
    [[ $value == -* || -z $found ]] && found=$flags
  fi

  while IFS= read -r word; do
    COMPREPLY+=("$start$word")
  done < <(compgen -W "$found" -- "$value")
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    [[ $files == files ]] && mark=-f || mark=-d
    while IFS= read -r word; do
      COMPREPLY+=("$start$word")
    done < <(compgen "$mark" -- "$value")
  fi

  # bash itself divides words at these characters, and replaces only what follows the last one.
  cut=
  word=$start$value
  for mark in = :; do
    if [[ $COMP_WORDBREAKS == *"$mark"* && $word == *"$mark"* ]]; then
      next=\${word%"$mark"*}$mark
      ((\${#next} > \${#cut})) && cut=$next
    fi
  done
  ((\${#COMPREPLY[@]} > 0)) && COMPREPLY=("\${COMPREPLY[@]#"$cut"}")
  return 0
}

complete -F _pixctl pixctl
`
}

function list(words: readonly string[]): string {
  return `'${words.join(' ')}'`
}
