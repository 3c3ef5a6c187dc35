"""The program `cardrules`, as `python -m cardrules`."""

from .cli.entry import main

if __name__ == "__main__":
    main()
