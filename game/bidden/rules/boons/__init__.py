"""Rules of boons: what each power does."""
