package contest_test

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"geoscan/peers/internal/contest"
)

func ExampleAbove() {
	fmt.Println(contest.Above("8848"), contest.Above("8000"), contest.Above(""), contest.Above("8,848"))
	// Output: true false false false
}

// A program that knows the answer.
func ExampleProgram() {
	p := contest.Program{
		Name: "oracle",
		Answer: func(args []string, out *bufio.Writer, stderr io.Writer) error {
			if _, err := contest.OneFile(args); err != nil {
				return err
			}
			_, err := out.WriteString("1283416\n")
			return err
		},
	}
	fmt.Println(p.Run([]string{"table.txt"}, os.Stdout, os.Stdout))
	fmt.Println(p.Run(nil, os.Stdout, os.Stdout))
	// Output:
	// 1283416
	// 0
	// oracle: one FILE is needed, not 0; see oracle -h
	// 2
}
