import type { Completion, Word } from '../model.ts'

export function fish({ places, common, values, skipped }: Completion): string {
  const known = places.flatMap(({ at }) => at).filter(at => at !== '')
  return `# The completion of pixctl for fish.

# Prints what may follow the words in $argv[1]: the words, or with "flags" the flags.
function __pixctl_at
    switch "$argv[1] $argv[2]"
${places
  .map(({ at, words, profiles, flags, common }) => {
    const lines = [
      `        case ${at.map(each => quoted(`${each} words`)).join(' ')}`,
      `            ${printed(words)}`,
      profiles && '            __pixctl_profiles',
      `        case ${at.map(each => quoted(`${each} flags`)).join(' ')}`,
      `            ${printed(flags)}`,
      common && '            __pixctl_common',
    ]
    return lines.filter(each => each).join('\n')
  })
  .join('\n')}
    end
end

function __pixctl_common
    ${printed(common)}
end

# Prints the values of a flag; the arguments are the words before it, the flag, and what is typed. Fails if it takes none.
function __pixctl_value
    switch "$argv[1] $argv[2]"
${values
  .map(({ of, words, profiles, files }) => {
    const lines = [
      `        case ${of.map(quoted).join(' ')}`,
      words.length > 0 && `            ${printed(words.map(word => ({ word, about: '' })))}`,
      profiles && '            __pixctl_profiles',
      files === 'files' && '            __fish_complete_path "$argv[3]"',
      files === 'folders' && '            __fish_complete_directories "$argv[3]"',
    ]
    return lines.filter(each => each).join('\n')
  })
  .join('\n')}
        case '*'
            return 1
    end
    return 0
end

function __pixctl_profiles
    set -l program (commandline -opc)[1]
    $program auth list 2>/dev/null | string replace -r '\\t.*' ''
end

function __pixctl_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l at ''
    set -l skip ''
    for word in $words[2..-1]
        if test -n "$skip"
            set skip ''
            continue
        end
        switch $word
            case ${skipped.join(' ')}
                set skip 1
            case '-*'
            case '*'
                set -l next (string trim "$at $word")
                test "$at" = help; and set next $word
                switch $next
                    case ${known.map(quoted).join(' ')}
                        set at $next
                end
        end
    end

    if string match -q -- '--*=*' "$typed"
        set -l parts (string split -m 1 = -- "$typed")
        for value in (__pixctl_value "$at" "$parts[1]" "$parts[2]")
            echo "$parts[1]=$value"
        end
        return
    end
    if test (count $words) -gt 1; and string match -q -- '-*' "$words[-1]"
        __pixctl_value "$at" "$words[-1]" "$typed"; and return
    end
    if string match -q -- '-*' "$typed"
        __pixctl_at "$at" flags
        return
    end
    set -l found (__pixctl_at "$at" words)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __pixctl_at "$at" flags
    end
end

complete -c pixctl -f -a '(__pixctl_complete)'
`
}

function printed(words: readonly Word[]): string {
  if (words.length === 0) return 'true'
  return `printf '%s\\t%s\\n' ${words.map(({ word, about }) => `${quoted(word)} ${quoted(about)}`).join(' ')}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
