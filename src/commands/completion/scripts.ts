/**
 * The completion of each shell. A script gives `pixctl __complete` the word at the cursor and those before it, and shows the
 * answer (src/cli/dispatch/complete.ts). The typed word has a mark, because Windows PowerShell drops empty words.
 */

/** For bash 3.2, as macOS has it, and newer. Nothing else has to be installed. */
const bash = `# The completion of pixctl for bash.

_pixctl() {
  local line=\${COMP_LINE:0:COMP_POINT} program typed word about start= files= cut= mark
  local -a words
  COMPREPLY=()
  IFS=$' \\t\\n' read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  program=\${words[0]/#\\~\\//$HOME/}
  # An alias.
  type -P "$program" >/dev/null || program=pixctl
  typed=\${words[\${#words[@]} - 1]}
  while IFS=$'\\t' read -r word about; do
    case $word in
      :files) files=-f ;;
      :folders) files=-d ;;
      "$typed"*) COMPREPLY+=("$word") ;;
    esac
  done < <("$program" __complete --lang=LANGUAGE "typed=$typed" "\${words[@]:1:\${#words[@]} - 2}" 2>/dev/null)

  if [[ -n $files ]]; then
    [[ $typed == --*=* ]] && start=\${typed%%=*}=
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do
      COMPREPLY+=("$start$word")
    done < <(compgen "$files" -- "\${typed#"$start"}")
  fi

  # bash itself divides words at these characters, and replaces only what follows the last one.
  for mark in = :; do
    if [[ $COMP_WORDBREAKS == *"$mark"* && $typed == *"$mark"* ]]; then
      word=\${typed%"$mark"*}$mark
      ((\${#word} > \${#cut})) && cut=$word
    fi
  done
  ((\${#COMPREPLY[@]} > 0)) && COMPREPLY=("\${COMPREPLY[@]#"$cut"}")
  return 0
}

complete -F _pixctl pixctl
`

/** Works as a file of a folder in fpath, and read with `source`. */
const zsh = `#compdef pixctl
# The completion of pixctl for zsh.

_pixctl() {
  local word about files=''
  local -a found
  while IFS=$'\\t' read -r word about; do
    case $word in
      :*) files=$word ;;
      # A colon divides a word from what it means.
      *) found+=("\${word//:/\\\\:}\${about:+:$about}") ;;
    esac
  done < <(\${~words[1]} __complete --lang=LANGUAGE "typed=$PREFIX" "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null)

  ((\${#found} > 0)) && _describe 'pixctl' found
  [[ -n $files && $PREFIX == --*=* ]] && compset -P '*='
  case $files in
    :files) _files ;;
    :folders) _files -/ ;;
  esac
}

# As a file of fpath this is the body of _pixctl itself.
if [[ $funcstack[1] == _pixctl ]]; then
  _pixctl "$@"
else
  compdef _pixctl pixctl
fi
`

const fish = `# The completion of pixctl for fish.

function __pixctl_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    set -l start (string match -r '^--[^=]*=' -- "$typed")
    set -l value (string replace -r '^--[^=]*=' '' -- "$typed")
    for line in ($program __complete --lang=LANGUAGE "typed=$typed" $words[2..-1] 2>/dev/null)
        switch $line
            case :files
                printf '%s\\n' "$start"(__fish_complete_path "$value")
            case :folders
                printf '%s\\n' "$start"(__fish_complete_directories "$value")
            case '*'
                printf '%s\\n' $line
        end
    end
end

complete -c pixctl -f -a '(__pixctl_complete)'
`

/** For Windows PowerShell 5.1 and PowerShell 7. */
const powershell = `# The completion of pixctl for PowerShell.

Register-ArgumentCompleter -Native -CommandName pixctl -ScriptBlock {
    param($typed, $ast, $cursor)

    $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    $words = @($before | Select-Object -Skip 1)
    # Each line is a word, and mostly a tab and what it means.
    & $before[0] __complete --lang=LANGUAGE "typed=$typed" @words 2>$null | ForEach-Object {
        $word, $about = $_ -split "\`t", 2
        if (-not $about) { $about = $word }
        if ($word.StartsWith($typed) -and -not $word.StartsWith(':')) {
            $shown = $word -replace '^--[^=]*=', ''
            [System.Management.Automation.CompletionResult]::new($word, $shown, 'ParameterValue', $about)
        }
    }
}
`

export const SCRIPTS = { bash, zsh, fish, powershell }
