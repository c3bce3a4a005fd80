class Pixctl < Formula
  desc "Run a Brazilian store's instant payments (Pix) from the command-line"
  homepage "{{homepage}}"
  license "MIT"

  on_macos do
    on_arm do
      url "{{url:darwin-arm64.tar.gz}}"
      sha256 "{{sha256:darwin-arm64.tar.gz}}"
    end
    on_intel do
      url "{{url:darwin-x64.tar.gz}}"
      sha256 "{{sha256:darwin-x64.tar.gz}}"
    end
  end

  on_linux do
    on_arm do
      url "{{url:linux-arm64.tar.gz}}"
      sha256 "{{sha256:linux-arm64.tar.gz}}"
    end
    on_intel do
      url "{{url:linux-x64.tar.gz}}"
      sha256 "{{sha256:linux-x64.tar.gz}}"
    end
  end

  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"bin/pixctl"
    man1.install_symlink Dir[libexec/"share/man/man1/*"]
    bash_completion.install_symlink libexec/"share/bash-completion/completions/pixctl"
    zsh_completion.install_symlink libexec/"share/zsh/site-functions/_pixctl"
    fish_completion.install_symlink libexec/"share/fish/vendor_completions.d/pixctl.fish"
  end

  test do
    assert_equal "pixctl/#{version}", shell_output("#{bin}/pixctl --version").chomp
  end
end
